import { PracticeChoices } from '~/components/enhanced/practice-choices';
import { fieldsOf, FormField, labelsOf, type AnyField } from '~/components/form/field';
import { LookupError } from '~/components/form/lookup-error';
import { withChosen } from '~/components/form/option-list';
import { StepPage, useStep } from '~/components/form/step-page';
import { UpdateButton, UpdateHint } from '~/components/form/update-button';
import { focusedList, focusProps, placeLabels, UpdatedLists } from '~/components/form/updated-lists';
import { SupportContact } from '~/components/page/problem-pages';
import type { RouteHandle } from '~/components/page/route-handle';
import { useTranslate } from '~/components/page/use-translate';
import type { ListItem } from '~/domain/list-item';
import type { Translate } from '~/i18n/translator';
import { findUpdatedPlace, type UpdatedPlace } from '~/steps/billing';
import { findIntent, INTENTS } from '~/steps/intents';
import { SHOWN } from '~/steps/control-fields';
import { omitFields } from '~/steps/omit-fields';
import { keepOfferedChoices, PRACTICE, type Practice } from '~/steps/professional';
import { validateStep } from '~/use-cases/professional/register-professional.server';
import { fetchPracticeLists, type PracticeLists } from '~/use-cases/professional/professional-lists.server';
import { GENERIC_FAULT } from '~/use-cases/step/refuse.server';
import { afterPractice } from '~/journeys/professional';
import { needsPostalCode } from '~/reference/postal-codes';
import { defineStep, type Visit } from '~/use-cases/step/define-step.server';

const DEFAULT_COUNTRY = 'US';

interface Places {
  options: PracticeLists;
  /** The country that the lists belong to. */
  country: string;
  /** The lists that Update has just loaded. */
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
    // Keeps all choices, because without the lists it is unknown which ones are still available. No other error could be corrected.
    if (failed) {
      const refusal = { formErrors: [GENERIC_FAULT], status: 502, quiet: true };
      return { schema, form: omitFields(posted, SHOWN), shown: places, refusal };
    }
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
  const places: Places = { ...screen.loaded, ...screen.shown };
  return (
    <StepPage
      step={screen}
      labels={practiceLabels(t, places.country)}
      title={t('professional:practice.title')}
      before={places.options.failed && !screen.shown && <LookupError />}
      isFocusElsewhere={places.updated !== undefined}
    >
      <PracticeFields fields={screen.fields} {...places} />
    </StepPage>
  );
}

interface PracticeFieldsProps extends Places {
  fields: Record<keyof Practice, AnyField>;
}

/** Update reloads the lists that depend on country and region. */
function PracticeFields({ fields, options: { lists, failed }, country, updated }: PracticeFieldsProps) {
  const t = useTranslate();
  const labels = practiceLabels(t, country);
  const of = fieldsOf(PRACTICE.fields, fields);
  const focused = focusedList({ updated, regions: lists.regions });
  const isSoleZone = lists.timezones.length === 1;
  const isWithoutRegion = lists.regions.length === 0 && !fields.region.initialValue;
  const updatedLists = updated && (
    <UpdatedLists
      {...{ updated, ...lists, labels }}
      chosen={{ country, region: textOf(fields.region), timezone: textOf(fields.timezone) }}
      further={[fields.roles.initialValue].flat().filter(Boolean).length > 0 ? [] : [labels.roles]}
    />
  );
  return (
    <>
      {/* The country that these choices belong to. Choosing another country clears them. */}
      <input type="hidden" name="shownCountry" value={country} />
      <FormField {...of('practiceName')} />
      <div className="with-update">
        <FormField
          {...of('country')}
          hint={<UpdateHint />}
          options={withChosen(lists.countries, fields.country)}
          empty={null}
        />
        <UpdateButton of={labels.country} />
      </div>
      {updatedLists}
      <PracticeChoices countries={lists.countries} hasFailed={failed} />
      <FormField {...of('addressLine1')} />
      <FormField {...of('addressLine2')} />
      <FormField {...of('city')} />
      <div className="field-row">
        {/* Hidden instead of omitted, because the script may need it for the next country. */}
        <div className="region" hidden={isWithoutRegion}>
          <FormField
            {...of('region')}
            label={labels.region}
            options={withChosen(lists.regions, fields.region)}
            {...focusProps(focused === 'region')}
          />
        </div>
        <FormField {...of('postalCode')} label={labels.postalCode} required={needsPostalCode(country)} />
      </div>
      {/* A sole time zone is selected and read-only, but the form still submits it. */}
      <FormField
        {...of('timezone')}
        hint={isSoleZone ? t('professional:practice.oneTimezone') : undefined}
        options={withChosen(lists.timezones, fields.timezone)}
        empty={isSoleZone ? null : undefined}
        {...focusProps(focused === 'timezone')}
      />
      <FormField
        {...of('roles')}
        options={withChosen(lists.roles, fields.roles)}
        className={isShort(lists.roles) ? 'group roles in-columns' : 'group roles'}
      />
      <div id="practice-support">
        <SupportContact lead={t('professional:practice.help')} withReference={false} country={country} />
      </div>
    </>
  );
}

/** Whether two columns fit on a wide screen. The script keeps this for the roles of other countries, which are as long. */
function isShort(roles: readonly ListItem[]): boolean {
  return roles.length > 3 && roles.every(({ name }) => name.length < 25);
}

function textOf({ initialValue }: AnyField): string | undefined {
  return typeof initialValue === 'string' ? initialValue : undefined;
}

/** The labels of region and postal code depend on the country. */
function practiceLabels(t: Translate, country: string) {
  return { ...labelsOf(PRACTICE.fields, t), ...placeLabels(t, country) };
}
