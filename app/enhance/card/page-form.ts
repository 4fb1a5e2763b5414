import { CO_PARENT_BOX } from '~/components/enhanced/hosted-card';
import { listen } from '../shared/listen';
import { submitterName } from '../shared/submitter';

interface Watcher {
  isOurs(): boolean;
  /** Called instead of sending the form when Continue is pressed. */
  submit(): void;
  /** Called when the page is restored from the back/forward cache. */
  comeBack(): void;
}

/** Handles Continue instead of the form. Named buttons still submit it. @returns a function that stops watching */
export function watchSubmit(form: HTMLFormElement, { isOurs, submit, comeBack }: Watcher): () => void {
  const onSubmit = (event: SubmitEvent) => {
    if (!isOurs() || submitterName(event)) return;
    event.preventDefault();
    submit();
  };
  const onShow = (event: PageTransitionEvent) => {
    if (event.persisted) comeBack();
  };
  form.addEventListener('submit', onSubmit);
  addEventListener('pageshow', onShow);
  return () => {
    form.removeEventListener('submit', onSubmit);
    removeEventListener('pageshow', onShow);
  };
}

/** Dispatched when a script sends the form, which fires no `submit`. */
const SENT = 'sent';

/** Sends the form with more values. They do not stay in it: the browser may not get a page, and another press must not send them. */
export function sendWith(form: HTMLFormElement, values: Record<string, string>): void {
  const inputs = Object.entries(values).map(([name, value]) =>
    Object.assign(document.createElement('input'), { type: 'hidden', name, value }),
  );
  form.append(...inputs);
  dispatchEvent(new Event(SENT));
  form.submit();
  for (const input of inputs) input.remove();
}

/** Whether the plain controls are empty. */
export function isLeftBlank(controls: HTMLElement): boolean {
  return [...controls.querySelectorAll('input')].every(({ value }) => value === '');
}

/** Whether the co-parent's box differs from its initial state. */
export function isToggled(form: HTMLFormElement): boolean {
  const box = form.querySelector<HTMLInputElement>(`[name=${CO_PARENT_BOX}]`);
  return box?.checked !== box?.defaultChecked;
}

/** Presses Apply if an activation code is typed. @returns whether there was one */
export function pressApply(form: HTMLFormElement): boolean {
  const code = form.querySelector<HTMLInputElement>('[name=subscriptionCode]');
  const apply = form.querySelector<HTMLButtonElement>('[value=apply-code]');
  if (!code?.value.trim() || !apply) return false;
  // A browser ignores a press while it submits the form.
  setTimeout(() => apply.click());
  return true;
}

/**
 * Waits for work whose result would replace the page. The visitor's last press wins: a result must not lead back from Exit this page.
 *
 * @param opensApps the work itself may lead to an app and back, so an announced navigation is not the visitor's
 * @returns undefined if another button or link was pressed meanwhile, and not Continue after it, or if a script sent the form
 */
export async function unlessLeft<Result>(work: Promise<Result>, opensApps = false): Promise<Result | undefined> {
  let hasLeft = false;
  const leave = (event: Event) => {
    if (event.type === 'click') hasLeft ||= isLink(event);
    // A script handles Continue itself. The banner's form only closes its dialog.
    else if ((event.target as HTMLFormElement).method !== 'dialog') hasLeft = !event.defaultPrevented;
  };
  // Safari on iOS announces no navigation, so links are watched, too.
  const events = ['submit', 'click', 'pagehide', SENT, ...(opensApps ? [] : ['beforeunload'])];
  const stop = listen(events.map((type) => [window, type, leave] as const));
  try {
    const result = await work;
    return hasLeft ? undefined : result;
  } finally {
    stop();
  }
}

/** Whether a click is on a link that replaces the page. With a key, the link opens another tab or window. */
function isLink(event: Event): boolean {
  const { target, ctrlKey, metaKey, shiftKey } = event as MouseEvent;
  if (ctrlKey || metaKey || shiftKey) return false;
  return target instanceof Element && target.closest('a:is([href^="/"], [href^="http"]):not([target])') !== null;
}
