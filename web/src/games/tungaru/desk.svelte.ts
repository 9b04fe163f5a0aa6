import { type Desk, getAnyDesk } from "../../board/desk.svelte";
import type { Catalogue, View } from "./view";

export const getDesk = (): Desk<View, Catalogue> => getAnyDesk<View, Catalogue>();
