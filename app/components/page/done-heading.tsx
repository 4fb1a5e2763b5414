/** The heading of a success page. */
export function DoneHeading({ children, isOnScreenOnly = false }: { children: string; isOnScreenOnly?: boolean }) {
  return (
    <div className={isOnScreenOnly ? 'done-heading on-screen' : 'done-heading'}>
      <DoneMark size={36} />
      <h1>{children}</h1>
    </div>
  );
}

/** A tick in a filled circle. */
export function DoneMark({ size }: { size: number }) {
  return (
    <svg className="done-mark" viewBox="0 0 24 24" width={size} height={size} aria-hidden="true" focusable="false">
      <circle cx="12" cy="12" r="11" />
      <path d="m6.8 12.4 3.6 3.6 7-8" />
    </svg>
  );
}
