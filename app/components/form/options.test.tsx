import fc from 'fast-check';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { ListItem } from '~/domain/list-item';
import { callingCodesFor } from '~/reference/calling-codes';
import { countriesFor } from '~/reference/countries';
import { keptOptions, Options } from './options';

type Chosen = string | string[] | undefined;

function renderedByReact(list: readonly ListItem[], empty: readonly ListItem[], chosen: Chosen): string {
  return renderToString(
    <select defaultValue={chosen}>
      <Options list={[...empty, ...list]} />
    </select>,
  );
}

function cached(list: readonly ListItem[], empty: readonly ListItem[], chosen: Chosen): string {
  const markup = keptOptions(list, { empty, chosen });
  return renderToString(<select defaultValue={chosen} dangerouslySetInnerHTML={{ __html: markup }} />);
}

const TEXT = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom('</option></select><script>', '"x" selected=""', "&amp;'<b>", '', 'constructor'),
);
const LIST = fc.uniqueArray(fc.record({ value: TEXT, name: TEXT }), { selector: ({ value }) => value, maxLength: 6 });

it('renders cached options byte for byte like React, for every list and selection', () => {
  const isByteEqual = (list: ListItem[], name: string | undefined, at: number, other: Chosen) => {
    const empty = name === undefined || list.some(({ value }) => value === '') ? [] : [{ value: '', name }];
    for (const chosen of [list[at]?.value, other, '', undefined])
      expect(cached(list, empty, chosen)).toBe(renderedByReact(list, empty, chosen));
  };
  const other = fc.option(TEXT, { nil: undefined });
  fc.assert(fc.property(LIST, fc.option(TEXT, { nil: undefined }), fc.nat(7), other, isByteEqual), { numRuns: 200 });
});

it.each(['en', 'es', 'en-GB'])('renders the long lists in %s the same way, also the second time', (language) => {
  for (const list of [countriesFor(language), callingCodesFor(language)])
    for (const chosen of [undefined, ...list.map(({ value }) => value).filter((_value, at) => at % 9 === 0), 'nowhere'])
      expect(cached(list, [], chosen)).toBe(renderedByReact(list, [], chosen));
});
