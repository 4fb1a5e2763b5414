/** Opens the page without its timed redirect (docs/rules.md, "Automatic redirects"). */
export function StayLink({ children }: { children: string }) {
  return (
    <p className="other-way">
      <a href="?stay=1">{children}</a>
    </p>
  );
}
