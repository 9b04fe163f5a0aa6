import { ApiError } from "../net/api";
import type { SavedReview } from "../protocol";

/** Where the data goes in review.html; the server knows the same place. */
const PLACE = 'id="review-data">';

/** The page with this review inside.  Without "<", no name can end the script that holds the data. */
export function filled(page: string, report: SavedReview): string {
  const data = JSON.stringify(report).replaceAll("<", "\\u003c");
  return page.replace(PLACE, () => PLACE + data);
}

/** Saves the review as one file that needs neither server nor network. */
export async function saveReview(report: SavedReview): Promise<void> {
  const answer = await fetch("/review.html").catch(() => null);
  if (!answer?.ok) throw new ApiError("The review could not be saved: the server is not answering. Please try again.");
  const file = new Blob([filled(await answer.text(), report)], { type: "text/html" });
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: `${report.title} review.html` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
