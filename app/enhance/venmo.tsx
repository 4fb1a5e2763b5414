import { useEffect, useRef, useState } from 'react';
import type { Venmo } from 'braintree-web/venmo';
import type { BraintreeError } from 'braintree-web/core';
import type { VenmoProps } from '~/components/enhanced/venmo-button';
import { HiddenInputs } from './card/hidden-inputs';
import { mountWith } from './mount';

const OPTIONS = { allowDesktopWebLogin: true, mobileWebFallBack: true } as const;
/** The person changed their mind: nothing has to be said about it. */
const CANCELLED = /CANCELED|CLOSED/;

type Phase = 'hidden' | 'offered' | 'asking';

/** The Venmo button. It appears only where Venmo can be used, and goes quietly where it cannot (docs/rules.md, "Wallets"). */
function VenmoButton(props: VenmoProps) {
  return props.provider ? <ProvidersButton {...props} provider={props.provider} /> : <Frame {...props} isSubmit />;
}

function ProvidersButton(props: VenmoProps & { provider: NonNullable<VenmoProps['provider']> }) {
  const root = useRef<HTMLDivElement>(null);
  const venmo = useRef<Venmo>();
  const [phase, setPhase] = useState<Phase>('hidden');
  const [hasFailed, setHasFailed] = useState(false);
  const [approval, setApproval] = useState<Record<string, string>>();

  useEffect(() => {
    openVenmo(props.provider).then(
      (opened) => {
        if (!opened) return;
        venmo.current = opened;
        setPhase('offered');
        // Approved in Venmo's app, which came back in a new tab.
        if (opened.hasTokenizationResult()) void ask();
      },
      () => undefined,
    );
    const onShow = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      setApproval(undefined);
      setPhase((current) => (current === 'asking' ? 'offered' : current));
    };
    addEventListener('pageshow', onShow);
    return () => removeEventListener('pageshow', onShow);
  }, [props.provider]);

  // The inputs are in the form by now.
  useEffect(() => {
    if (approval) root.current!.closest('form')!.submit();
  }, [approval]);

  async function ask() {
    setPhase('asking');
    setHasFailed(false);
    try {
      const { nonce, details } = await venmo.current!.tokenize();
      // Venmo's answer can be lost on the way back from its app.
      if (!nonce) throw new Error('Venmo gave no nonce');
      setApproval({ intent: 'venmo', venmoNonce: nonce, venmoUsername: details.username });
    } catch (error) {
      setHasFailed(!CANCELLED.test((error as Partial<BraintreeError>).code ?? ''));
      setPhase('offered');
    }
  }

  return (
    <div ref={root}>
      {phase !== 'hidden' && (
        <Frame {...props} isAsking={phase === 'asking'} hasFailed={hasFailed} ask={() => void ask()} />
      )}
      {approval && <HiddenInputs values={approval} />}
    </div>
  );
}

interface FrameProps extends VenmoProps {
  /** The button sends the form; else it asks. */
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
    <div className="venmo">
      {hasFailed && (
        <p className="field-error" role="alert">
          {texts.error}
        </p>
      )}
      <button {...send} aria-describedby="venmo-hint" aria-disabled={isAsking} onClick={isAsking ? undefined : ask}>
        {texts.venmo}
      </button>
      <p className="hint" id="venmo-hint">
        {texts.hint}
      </p>
      {texts.or && <p className="or">{texts.or}</p>}
    </div>
  );
}

/** @returns undefined where this browser is not one of Venmo's */
async function openVenmo({ clientToken, styleNonce }: NonNullable<VenmoProps['provider']>): Promise<Venmo | undefined> {
  const [clients, wallets] = await Promise.all([
    import('braintree-web/client/index.js'),
    import('braintree-web/venmo/index.js'),
  ]);
  if (!wallets.isBrowserSupported(OPTIONS)) return undefined;
  const client = await clients.create({ authorization: clientToken });
  // Kept on file: the subscription renews by itself.
  return wallets.create({ client, ...OPTIONS, paymentMethodUsage: 'multi_use', styleCspNonce: styleNonce });
}

export const mount = mountWith(VenmoButton);
