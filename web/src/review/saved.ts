// A review that was saved as one file: its data is in the page itself.  savedreview.ts builds review.html from this.
import { mount } from "svelte";
import "../ui/base.css";
import type { SavedReview } from "../protocol";
import Page from "./SavedReview.svelte";

const report = JSON.parse(document.getElementById("review-data")!.textContent) as SavedReview;

mount(Page, { target: document.getElementById("app")!, props: { report } });
