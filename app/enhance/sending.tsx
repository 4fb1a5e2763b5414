import { useEffect, useRef, useState } from 'react';
import type { SendingProps } from '~/components/enhanced/sending';
import { mountWith } from './mount';
import { listen } from './shared/listen';
import { LiveRegion } from './shared/live-region';
import { getForm } from './shared/find';

/**
 * Announces that the form is being sent. No button is disabled: a disabled button's value is not sent, and a form that failed to leave could
 * not be sent again. The server detects a form that is sent twice.
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
      // Typing means that the person stopped the sending. Back restores the page as it was left.
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
