/** Rendered on the server and, beside a provider's own fields, in the browser. */
export function InLabel({ name, hint }: { name: string; hint: string }) {
  return (
    <>
      {name} <span className="in-label">{hint}</span>
    </>
  );
}

/** Overlays the end of the security code input. */
export function SecurityCodeIcon() {
  return (
    <div className="in-box">
      <svg viewBox="0 0 28 20" width="28" height="20" strokeWidth="1.5" aria-hidden="true" focusable="false">
        <rect x="1" y="2" width="26" height="16" rx="3" />
        <path d="M1 6.5h26" strokeWidth="3" />
        <path d="M15 13h.01M18.5 13h.01M22 13h.01" strokeWidth="2.5" />
      </svg>
    </div>
  );
}
