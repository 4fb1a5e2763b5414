/** A short word with a hyphen. An address could exceed a narrow screen. */
const HYPHENATED = /((?<!\S)[^\s@]{1,10}-[^\s@]{0,9}[\p{L}\d])(?=[^\s\p{L}\d@]*(?:\s|$))/u;

/** A text whose short words break at no hyphen, such as a date or “co-parent”. Its stylesheet has a rule for `whole`. */
export function Unbroken({ text }: { text: string }) {
  return text.split(HYPHENATED).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span key={index} className="whole">
        {part}
      </span>
    ),
  );
}
