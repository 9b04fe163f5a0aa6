/** What lies open above the dock of a small screen; empty if nothing does. */
export type Sheet = "" | "log" | "chat" | "options";
