import { useEffect, useRef, useState } from 'react';
import type { SendingProps } from '~/components/enhanced/sending';
import { mountWith } from './mount';
import { listen } from './shared/listen';
import { LiveRegion } from './shared/live-region';
import { getForm } from './shared/find';
import { submitterName } from './shared/submitter';

/**
 * Announces that the form is being sent. Keeps the buttons enabled, because browsers do not send a disabled button's value, and the visitor
 * may need to retry a failed submission. The server detects a form that is sent twice.
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
      const isMain = !submitterName(event);
      mark(event.defaultPrevented ? '' : isMain ? text : otherText);
    };
    return listen([
      // Listens on the window, so that it runs after the listeners that may stop the form.
      [window, 'submit', onSubmit],
      // Escape cancels the submission, unless the page consumes it, and typing means that the visitor did. Back restores the page with its
      // message.
      [window, 'keydown', (event) => (event as KeyboardEvent).key === 'Escape' && !event.defaultPrevented && mark('')],
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
