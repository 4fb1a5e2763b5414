interface LiveRegionProps {
  text: string;
  id?: string;
  className?: string;
}

/**
 * A message that a screen reader speaks at its next pause. Each text comes in an element of its own: a browser that translates the page
 * takes text nodes away, and what was written into one of them would never be seen.
 */
export function LiveRegion({ text, id, className = 'hint' }: LiveRegionProps) {
  return (
    <p id={id} className={`${className} said`} role="status">
      {text !== '' && <span key={text}>{text}</span>}
    </p>
  );
}
