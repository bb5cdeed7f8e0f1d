/** How large a picture is meant to be, in pixels of the page. */
export interface ImageSize {
  width: number;
  height: number;
}

/** Why a picture is refused, each to go after its name. */
export interface ImageFaults {
  faults: string[];
}
