interface LiveRegionProps {
  text: string;
  id?: string;
  className?: string;
}

/**
 * A message that a screen reader announces at its next pause. Each text gets a new element, because browsers that translate pages replace
 * text nodes. Later changes to a replaced node would be invisible.
 */
export function LiveRegion({ text, id, className = 'hint' }: LiveRegionProps) {
  return (
    <p id={id} className={`${className} said`} role="status">
      {text !== '' && <span key={text}>{text}</span>}
    </p>
  );
}
