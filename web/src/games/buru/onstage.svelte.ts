import type { StageScene } from "./stages";
import type { View } from "./view";

/** What is on the stage now, for those who follow it: the ribbon of the day and its light. */
class OnStage {
  scene: StageScene | null = $state.raw(null);

  phase(view: View): string {
    return this.scene === null ? view.phase : this.scene.kind === "noon" ? "noon" : "afternoon";
  }

  region(view: View): string | null {
    return this.scene === null ? view.region : this.scene.kind === "noon" ? null : this.scene.region.id;
  }
}
export const onStage = new OnStage();
