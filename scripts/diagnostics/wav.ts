const sampleRate = 16_000;

/**
 * One second of a quiet tone as a WAV file: PCM, 16 kHz, 16 bits, mono; it contains no words.
 * @see https://www.rfc-editor.org/rfc/rfc2361
 */
export function oneSecondOfTone(): File {
  const bytes = Buffer.alloc(44 + sampleRate * 2);
  bytes.write("RIFF", 0);
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write("WAVEfmt ", 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(sampleRate, 24);
  bytes.writeUInt32LE(sampleRate * 2, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write("data", 36);
  bytes.writeUInt32LE(sampleRate * 2, 40);
  for (let sample = 0; sample < sampleRate; sample += 1) {
    const value = Math.sin((sample / sampleRate) * 440 * 2 * Math.PI) * 1000;
    bytes.writeInt16LE(Math.round(value), 44 + sample * 2);
  }
  return new File([bytes], "tone.wav", { type: "audio/wav" });
}
