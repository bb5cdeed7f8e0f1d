/** The size of a picture on the page, in CSS pixels. */
export interface ImageSize {
  width: number;
  height: number;
}

/** Why a picture is refused. Each fault follows the picture's name in a sentence. */
export interface ImageFaults {
  faults: string[];
}
