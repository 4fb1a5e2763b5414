/** Runs in the browser. @returns layout faults at this width: horizontal scrolling, or a target that is too small */
export function findLayoutFaults(): string[] {
  /** WCAG 2.2, 2.5.5: CSS pixels. What 2.5.8 excepts from its 24 is excepted from these too. */
  const least = 44;
  const root = document.documentElement;
  const faults: string[] = [];
  if (root.scrollWidth > root.clientWidth) {
    const reaches = (element: Element) => element.getBoundingClientRect().right > root.clientWidth + 1;
    const widest = [...document.querySelectorAll('body *')].find(
      (one) => reaches(one) && ![...one.children].some(reaches),
    );
    faults.push(`scrolls sideways by ${root.scrollWidth - root.clientWidth} px: ${widest?.outerHTML.slice(0, 120)}`);
  }

  interface Target {
    element: Element;
    box: DOMRect;
  }
  const targets: Target[] = [
    ...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary'),
  ]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !isOutOfSight(element))
    .map((element) => ({ element, box: boxOf(element) }));
  for (const target of targets) {
    const { element, box } = target;
    if ((box.width >= least && box.height >= least) || isInSentence(element) || hasSpace(target)) continue;
    faults.push(
      `a target of ${Math.round(box.width)} by ${Math.round(box.height)} px: ${element.outerHTML.slice(0, 120)}`,
    );
  }
  return faults;

  /** Visually hidden, or shown on focus. */
  function isOutOfSight(element: Element): boolean {
    return getComputedStyle(element).clipPath !== 'none' || element.closest('[aria-hidden=true], [inert]') !== null;
  }

  /** A label is also its control's target. */
  function boxOf(element: Element): DOMRect {
    const boxes = [element, ...((element as HTMLInputElement).labels ?? [])].map((one) => one.getBoundingClientRect());
    return boxes.sort((a, b) => Math.min(b.width, b.height) - Math.min(a.width, a.height))[0]!;
  }

  /** Exempt (2.5.8, "Inline"). */
  function isInSentence(element: Element): boolean {
    if (!getComputedStyle(element).display.startsWith('inline')) return false;
    const around = [...element.parentElement!.childNodes].filter((node) => node !== element);
    return around.some((node) => node.nodeType === Node.TEXT_NODE && /\p{L}/u.test(node.textContent ?? ''));
  }

  /** A circle of the minimum size around its centre touches no other target or circle (2.5.8, "Spacing"). */
  function hasSpace({ element, box }: Target): boolean {
    const x = box.left + box.width / 2;
    const y = box.top + box.height / 2;
    return targets.every((other) => {
      if (other.element === element) return true;
      const { box: its } = other;
      const near = {
        x: Math.max(its.left, Math.min(x, its.right)),
        y: Math.max(its.top, Math.min(y, its.bottom)),
      };
      const isSmall = its.width < least || its.height < least;
      const apart = isSmall
        ? Math.hypot(x - its.left - its.width / 2, y - its.top - its.height / 2) - least / 2
        : Math.hypot(x - near.x, y - near.y);
      return apart >= least / 2;
    });
  }
}
