import { useEffect, useRef, useState } from 'react';
import type { SendingProps } from '~/components/enhanced/sending';
import { mountWith } from './mount';
import { listen } from './shared/listen';
import { LiveRegion } from './shared/live-region';
import { getForm } from './shared/find';

/**
 * Says that the form is on its way. No button is disabled: it would not be sent, and a form that never left could not be sent again. A
 * form that is sent twice is the server's to tell.
 */
function Sending({ text }: SendingProps) {
  const root = useRef<HTMLDivElement>(null);
  const [isSending, setSending] = useState(false);
  useEffect(() => {
    const form = getForm(root.current);
    const mark = (sending: boolean) => {
      form.toggleAttribute('data-sending', sending);
      setSending(sending);
    };
    return listen([
      [form, 'submit', (event) => mark(!event.defaultPrevented)],
      // Who types again has stopped it; who comes Back sees the page as it was left.
      [form, 'input', () => mark(false)],
      [window, 'pageshow', (event) => (event as PageTransitionEvent).persisted && mark(false)],
    ]);
  }, []);
  return (
    <div ref={root}>
      <LiveRegion text={isSending ? text : ''} />
    </div>
  );
}

export const mount = mountWith(Sending);
