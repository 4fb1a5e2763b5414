import { LookupError } from '~/components/form/lookup-error';
import { StepPage, useStep } from '~/components/form/step-page';
import type { RouteHandle } from '~/components/page/route-handle';
import { useTranslate } from '~/components/page/use-translate';
import { findUpdatedPlace, type UpdatedPlace } from '~/steps/billing';
import { findIntent, INTENTS } from '~/steps/intents';
import { keepOfferedChoices, PRACTICE, type Practice } from '~/steps/professional';
import { validateStep } from '~/use-cases/professional/register-professional.server';
import { fetchPracticeLists, type PracticeLists } from '~/use-cases/professional/professional-lists.server';
import { GENERIC_FAULT } from '~/use-cases/step/refuse.server';
import { afterPractice } from '~/journeys/professional';
import { defineStep, type Visit } from '~/use-cases/step/define-step.server';
import { PracticeFields, practiceLabels } from './practice-fields';

const DEFAULT_COUNTRY = 'US';

interface Places {
  options: PracticeLists;
  /** The country that the lists belong to. */
  country: string;
  updated?: UpdatedPlace;
}

const step = defineStep({
  name: 'practice',
  answers: ({ proPractice }) => proPractice,
  load: async (visit) => ({ ...(await fetchPlaces(visit)), scripts: 'places' as const }),
  async read(visit, posted) {
    const places = await fetchPlaces(visit);
    const { lists, failed } = places.options;
    const schema = PRACTICE.schemaFor(lists);
    // Keeps all choices, because without the lists it is unknown which ones are still available.
    if (failed) return { schema, shown: places, refusal: { formErrors: [GENERIC_FAULT], status: 502 } };
    const form = keepOfferedChoices(posted, lists);
    if (findIntent(posted) !== INTENTS.update) return { schema, form, shown: places };
    return { schema, form, shown: { ...places, updated: findUpdatedPlace(posted) }, refusal: { quiet: true } };
  },
  check: ({ context, answer }) => validateStep(context, PRACTICE.toBody(answer)),
  accept: ({ answer }) => afterPractice(answer),
});

/** The lists for the typed country and region, otherwise for the accepted ones. */
async function fetchPlaces({ context, state, typed }: Visit<'practice'>): Promise<Places> {
  const country = typed('country') ?? state.proPractice?.country ?? DEFAULT_COUNTRY;
  const region = typed('region') ?? state.proPractice?.region ?? '';
  return { options: await fetchPracticeLists(context, country, region), country };
}

export const handle: RouteHandle = { form: true, sheet: 'professional' };
export const loader = step.loader;
export const action = step.action;

export default function PracticeStep() {
  const t = useTranslate();
  const screen = useStep<typeof step, Practice>({ country: DEFAULT_COUNTRY });
  const { options, country, updated }: Places = { ...screen.loaded, ...screen.shown };
  return (
    <StepPage
      step={screen}
      labels={practiceLabels(t, country)}
      title={t('professional:practice.title')}
      before={options.failed && !screen.shown && <LookupError />}
      isFocusElsewhere={updated !== undefined}
    >
      <PracticeFields fields={screen.fields} options={options} country={country} updated={updated} />
    </StepPage>
  );
}
