import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Unbroken } from './unbroken';

it('keeps short words whole, and lets an address break', () => {
  const text = 'Your co-parent, at ann@even-keel.example or a-very-long-name-of-a-version, agreed to 2026-11-01.';
  const whole = [...renderToStaticMarkup(<Unbroken text={text} />).matchAll(/<span class="whole">([^<]*)/g)];
  expect(whole.map(([, word]) => word)).toEqual(['co-parent', '2026-11-01']);
});
