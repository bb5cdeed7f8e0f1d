/** The level of sound, of 1, up to which nobody can have spoken: 48 dB below the loudest. */
const maxSilentLevel = 1 / 256;

/** Reads one sample, of -1 to 1. */
type ReadSample = (view: DataView, offset: number) => number;

/** By encoding and bits. */
const readers: Record<string, ReadSample> = {
  pcm8: (view, offset) => (view.getUint8(offset) - 128) / 2 ** 7,
  pcm16: (view, offset) => view.getInt16(offset, true) / 2 ** 15,
  pcm24: (view, offset) => (view.getInt8(offset + 2) * 2 ** 16 + view.getUint16(offset, true)) / 2 ** 23,
  pcm32: (view, offset) => view.getInt32(offset, true) / 2 ** 31,
  float32: (view, offset) => view.getFloat32(offset, true),
  float64: (view, offset) => view.getFloat64(offset, true),
};

const encodings: Record<number, string> = { 1: "pcm", 3: "float" };
/** The format whose encoding is further on. */
const extensible = 0xfffe;

/**
 * Whether a WAV file has no sound in it; false where its level cannot be read. What all samples have in common, as with
 * a cheap microphone, is no sound.
 * @see https://www.rfc-editor.org/rfc/rfc2361
 */
export function isSilent(wav: Uint8Array): boolean {
  const view = new DataView(wav.buffer, wav.byteOffset, wav.byteLength);
  const format = findChunk(view, "fmt ");
  const sound = findChunk(view, "data");
  if (!format || !sound || format.size < 16) return false;
  // A recorder that was cut off leaves a size of 0 before what it heard.
  if (sound.size === 0 && sound.start < view.byteLength) return false;
  const channels = view.getUint16(format.start + 2, true);
  const bits = view.getUint16(format.start + 14, true);
  const read = readers[`${encodingOf(view, format)}${bits}`];
  if (!read || channels === 0) return false;
  // A single step of 8 bits, which rounding makes, is above that level.
  const maxSilentSwing = 2 * Math.max(maxSilentLevel, bits === 8 ? 2 ** -7 : 0);
  const sampleBytes = bits / 8;
  for (let channel = 0; channel < channels; channel += 1) {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    const end = sound.start + sound.size - sampleBytes;
    for (let offset = sound.start + channel * sampleBytes; offset <= end; offset += channels * sampleBytes) {
      const sample = read(view, offset);
      if (sample < low) low = sample;
      if (sample > high) high = sample;
      if (high - low > maxSilentSwing) return false;
    }
  }
  return true;
}

function encodingOf(view: DataView, { start, size }: Chunk): string | undefined {
  const format = view.getUint16(start, true);
  if (format !== extensible) return encodings[format];
  return size < 26 ? undefined : encodings[view.getUint16(start + 24, true)];
}

interface Chunk {
  start: number;
  /** As far as it is there. */
  size: number;
}

function findChunk(view: DataView, id: string): Chunk | undefined {
  // After `RIFF`, a size and `WAVE`, each chunk has its own name and size, and begins at an even offset.
  for (let start = 20; start <= view.byteLength; ) {
    const size = view.getUint32(start - 4, true);
    const name = [0, 1, 2, 3].map((index) => String.fromCharCode(view.getUint8(start - 8 + index))).join("");
    if (name === id) return { start, size: Math.min(size, view.byteLength - start) };
    start += size + (size % 2) + 8;
  }
  return undefined;
}
