import { type Desk, getDesk as getAny } from "../../board/desk.svelte";
import type { Catalogue, View } from "./view";

export const getDesk = (): Desk<View, Catalogue> => getAny<View, Catalogue>();
