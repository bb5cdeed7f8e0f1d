/** A sun rising behind the footer's line: decoration, and a promise that the app will be back; then it has risen. */
export function Sunrise({ isRisen }: { isRisen: boolean }) {
  return (
    <svg className={isRisen ? "sunrise risen" : "sunrise"} viewBox="53 0 214 120" aria-hidden="true">
      <g className="rays">
        <circle cx="160" cy="120" r="64" />
        <circle cx="160" cy="120" r="84" />
        <circle cx="160" cy="120" r="106" />
      </g>
      <circle className="sun" cx="160" cy="120" r="44" />
    </svg>
  );
}
