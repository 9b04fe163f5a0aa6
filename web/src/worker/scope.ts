// What a service worker sees.  The types of the browser's pages do not have it, and both at once do not go together.

export interface PageClient {
  readonly url: string;
  readonly visibilityState: DocumentVisibilityState;
  readonly focused: boolean;
  focus(): Promise<PageClient>;
}

export interface WaitingEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

export interface AskedEvent extends WaitingEvent {
  readonly request: Request;
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}

export interface PushedEvent extends WaitingEvent {
  readonly data: { json(): unknown } | null;
}

export interface ClickedEvent extends WaitingEvent {
  readonly notification: Notification;
}

export interface SubscriptionEvent extends WaitingEvent {
  readonly oldSubscription: PushSubscription | null;
  readonly newSubscription: PushSubscription | null;
}

interface WorkerEvents {
  install: WaitingEvent;
  activate: WaitingEvent;
  fetch: AskedEvent;
  push: PushedEvent;
  notificationclick: ClickedEvent;
  pushsubscriptionchange: SubscriptionEvent;
}

export interface WorkerScope {
  readonly location: Location;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    matchAll(options: { type: "window"; includeUncontrolled: true }): Promise<PageClient[]>;
    openWindow(url: string): Promise<PageClient | null>;
    claim(): Promise<void>;
  };
  skipWaiting(): Promise<void>;
  addEventListener<Name extends keyof WorkerEvents>(name: Name, listener: (event: WorkerEvents[Name]) => void): void;
}
