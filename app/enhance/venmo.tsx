import { useEffect, useRef, useState } from 'react';
import type { VenmoInBrowser, VenmoProps } from '~/components/enhanced/venmo-button';
import { VenmoMark } from '~/components/checkout/wallet-marks';
import { WALLET_HINT } from '~/components/enhanced/wallet-hint';
import type { BrowserWallet, VenmoModule, WalletOutcome } from '~/payments/browser-port';
import { sendWith, unlessLeft } from './card/page-form';
import { mountWith } from './mount';
import { getForm } from './shared/find';
import { listen, reportIfLate } from './shared/listen';
import { LiveRegion } from './shared/live-region';

/** Includes every provider; a browser loads only the one that its page names. */
const modules = import.meta.glob<VenmoModule>('../payments/*/browser/venmo.ts');

const INTENT = { intent: 'venmo' };

/** `refused`: the server must show another page first, as for a wrong code. */
type Result = WalletOutcome | { outcome: 'stored' | 'refused' };

type Phase = 'hidden' | 'offered' | 'asking' | 'sent';

/** The Venmo button. It is hidden without a message if Venmo cannot be used (docs/rules.md, "Wallets"). */
function VenmoButton(props: VenmoProps) {
  return props.inBrowser ? (
    <BrowserVenmoButton {...props} inBrowser={props.inBrowser} />
  ) : (
    <Frame {...props} isSubmit />
  );
}

function BrowserVenmoButton(props: VenmoProps & { inBrowser: VenmoInBrowser }) {
  const root = useRef<HTMLDivElement>(null);
  const venmo = useRef<BrowserWallet>();
  const [phase, setPhase] = useState<Phase>('hidden');
  const [hasFailed, setHasFailed] = useState(false);
  const [isLate, setLate] = useState(false);
  /** A repeated press sends it again, because the browser may not have got a page. */
  const approval = useRef<Record<string, string>>();
  /** Counts requests: a new one replaces an unfinished one. */
  const latest = useRef(0);

  useEffect(() => {
    reportIfLate(openVenmo(props.inBrowser), () => setLate(true)).then(
      (opened) => {
        if (!opened) return hideReservedSpace(root.current);
        venmo.current = opened;
        setPhase('offered');
        // The visitor approved the payment in Venmo's app, which then opened this page in a new tab.
        if (opened.hasResult) void requestApproval(true);
      },
      () => hideReservedSpace(root.current),
    );
    const onShow = (event: Event) => {
      if (!(event as PageTransitionEvent).persisted) return;
      approval.current = undefined;
      setPhase((current) => (current === 'hidden' ? current : 'offered'));
    };
    // The visitor came back from Venmo's app, maybe without an answer, and may press again.
    const onReturn = () => setPhase((current) => (current === 'asking' && !document.hidden ? 'offered' : current));
    // Typing means that the visitor cancelled the submission.
    const onInput = () => setPhase((current) => (current === 'sent' ? 'offered' : current));
    return listen([
      [window, 'pageshow', onShow],
      [document, 'visibilitychange', onReturn],
      [getForm(root.current), 'input', onInput],
    ]);
  }, [props.inBrowser]);

  function send(values: Record<string, string>) {
    approval.current = values;
    setPhase('sent');
    sendWith(getForm(root.current), values);
  }

  /** @param hasReturned Venmo has opened this page, so its form may differ from the one of the press, which is stored */
  async function requestApproval(hasReturned = false) {
    if (!venmo.current) return;
    if (approval.current) return send(approval.current);
    setPhase('asking');
    setHasFailed(false);
    const turn = ++latest.current;
    const form = getForm(root.current);
    let result: Result | undefined = { outcome: 'stored' };
    if (!hasReturned) {
      const storing = unlessLeft(storeForm(form));
      // Waits only if there is a change, because browsers let a page open a window or an app only right after a press.
      if (isEdited(form)) result = await storing;
    }
    // After a return to the page, another press may have begun meanwhile.
    if (result?.outcome === 'stored' && turn === latest.current) {
      result = await unlessLeft(venmo.current.requestApproval().catch(fail), true);
    }
    if (turn !== latest.current) return;
    if (result?.outcome === 'approved') {
      return send({ ...INTENT, venmoNonce: result.nonce, venmoUsername: result.username ?? '' });
    }
    if (result?.outcome === 'refused') {
      setPhase('sent');
      return sendWith(form, INTENT);
    }
    // A cancelled payment needs no message.
    setHasFailed(result?.outcome === 'unavailable');
    setPhase('offered');
  }

  return (
    <div ref={root}>
      <LiveRegion
        text={
          phase === 'asking' || phase === 'sent'
            ? props.texts.asking
            : phase === 'hidden' && isLate
              ? props.texts.loading
              : ''
        }
      />
      {phase !== 'hidden' && (
        <Frame {...props} isAsking={phase === 'asking'} hasFailed={hasFailed} ask={() => void requestApproval()} />
      )}
    </div>
  );
}

const fail = (): Result => ({ outcome: 'unavailable' });

function isEdited({ elements }: HTMLFormElement): boolean {
  const { subscriptionCode: code, isPayingForCoparent: box } = elements as unknown as Record<string, HTMLInputElement>;
  return !!code?.value || box?.checked !== box?.defaultChecked;
}

/** Stores the box and the typed code of the form. The request continues if Venmo replaces the page. */
function storeForm(form: HTMLFormElement): Promise<Result> {
  const body = new URLSearchParams([...new FormData(form), ['intent', 'open-venmo']] as [string, string][]);
  return fetch(form.action, { method: 'POST', body, keepalive: true }).then(
    ({ status, redirected }) => ({ outcome: status === 200 && !redirected ? 'stored' : 'refused' }),
    fail,
  );
}

/** Hides the reserved space of the button, which stays empty if Venmo cannot be used. */
function hideReservedSpace(root: HTMLElement | null): void {
  root?.parentElement?.toggleAttribute('hidden', true);
}

interface FrameProps extends VenmoProps {
  /** The button submits the form instead of opening Venmo in the browser. */
  isSubmit?: boolean;
  isAsking?: boolean;
  hasFailed?: boolean;
  ask?(): void;
}

function Frame({ texts, isSubmit = false, isAsking = false, hasFailed = false, ask }: FrameProps) {
  const send = isSubmit
    ? ({ name: 'intent', value: 'venmo', formNoValidate: true } as const)
    : { type: 'button' as const };
  return (
    <>
      {hasFailed && (
        <p className="field-error" role="alert">
          {texts.error}
        </p>
      )}
      <button
        {...send}
        className="venmo"
        aria-describedby={WALLET_HINT}
        aria-disabled={isAsking}
        onClick={isAsking ? undefined : ask}
      >
        <span className="visually-hidden">{texts.venmo}</span>
        <VenmoMark />
      </button>
      {texts.alone && (
        <>
          <p className="hint" id={WALLET_HINT}>
            {texts.alone.hint}
          </p>
          <p className="or">{texts.alone.or}</p>
        </>
      )}
    </>
  );
}

/** @returns undefined if Venmo does not support this browser */
async function openVenmo({ provider, ...setUp }: VenmoInBrowser): Promise<BrowserWallet | undefined> {
  const load = modules[`../payments/${provider}/browser/venmo.ts`];
  if (!load) throw new Error(`${provider} has no Venmo`);
  return (await load()).openVenmo(setUp);
}

export const mount = mountWith(VenmoButton);
