/** A text whose words break at no hyphen, such as a date or “co-parent”. Its stylesheet has a rule for `whole`. */
export function Unbroken({ text }: { text: string }) {
  return text.split(/(\S+-\S*[\p{L}\d])/u).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span key={index} className="whole">
        {part}
      </span>
    ),
  );
}
