import { useEffect, useRef, useState } from 'react';
import type { SendingProps } from '~/components/enhanced/sending';
import { mountWith } from './mount';
import { listen } from './shared/listen';
import { LiveRegion } from './shared/live-region';
import { getForm } from './shared/find';

/**
 * Announces that the form is being sent. Disables no button: a disabled button's value is not sent, and a form that failed to send could
 * not be sent again. The server detects a form that is sent twice.
 */
function Sending({ text, otherText }: SendingProps) {
  const root = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState('');
  useEffect(() => {
    const form = getForm(root.current);
    const mark = (sent: string) => {
      form.toggleAttribute('data-sending', sent !== '');
      setShown(sent);
    };
    const onSubmit = (event: Event) => {
      if (event.target !== form) return;
      const isMain = !(event as SubmitEvent).submitter?.getAttribute('name');
      mark(event.defaultPrevented ? '' : isMain ? text : otherText);
    };
    return listen([
      // On the window, after all other listeners that may stop the form.
      [window, 'submit', onSubmit],
      // Typing means that the visitor stopped the sending. Back restores the page as it was left.
      [form, 'input', () => mark('')],
      [window, 'pageshow', (event) => (event as PageTransitionEvent).persisted && mark('')],
    ]);
  }, [text, otherText]);
  return (
    <div ref={root}>
      <LiveRegion text={shown} />
    </div>
  );
}

export const mount = mountWith(Sending);
