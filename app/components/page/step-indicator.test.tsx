import { load } from 'cheerio';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { sequence } from '~/journeys/sequence';
import { pageOf } from '~tests/browser/page-of';
import { PageProvider } from './page-context';
import { StepIndicator } from './step-indicator';

/** A chain with two steps on dot 2, as docs/adding-a-step.md adds one. */
const JOURNEY = sequence<{ family?: string; pets?: string }>('')
  .step('step1', { dot: 1 })
  .step('step2', { dot: 2 })
  .step('pets', { dot: 2, needs: ['family'] })
  .step('step3', { dot: 3, needs: ['pets'] })
  .end(['you', 'family', 'package']);

it.each(['/step2', '/pets'])('marks the dot of two steps as the current step on %s, without views', (path) => {
  const page = pageOf({
    path,
    progressSteps: JOURNEY.progressOf({ family: 'Ely' }),
    progressStep: JOURNEY.progressStepAt(path),
  });
  const $ = load(
    renderToStaticMarkup(
      <PageProvider value={page}>
        <StepIndicator />
      </PageProvider>,
    ),
  );
  expect(
    $('li')
      .get()
      .map((item) => $(item).text().trim()),
  ).toEqual(['You (done)', 'Family', 'Package']);
  expect(
    $('[aria-current]')
      .get()
      .map((mark) => [$(mark).text().trim(), $(mark).attr('aria-current')]),
  ).toEqual([['Family', 'step']]);
});
