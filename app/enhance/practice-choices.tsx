import { useEffect, useRef, useState } from 'react';
import type { PracticeChoicesProps } from '~/components/practice-choices';
import { mountWith } from './mount';
import { followCountry } from './practice/follow-country';

/** Brings what the chosen country or region offers at once, without Update; says so where that failed. */
function PracticeChoices(props: PracticeChoicesProps) {
  const root = useRef<HTMLParagraphElement>(null);
  const [message, setMessage] = useState('');
  useEffect(() => followCountry(root.current!.closest('form')!, props, setMessage), []);
  return (
    <p ref={root} className="hint" role="status">
      {message}
    </p>
  );
}

export const mount = mountWith(PracticeChoices);
