import type { ListItem } from '~/domain/list-item';
import type { Translate } from '~/i18n/translator';
import type { UpdatedPlace } from '~/steps/billing';
import { PRACTICE, type Practice } from '~/steps/professional';
import { needsPostalCode } from '~/reference/postal-codes';
import { fieldsOf, FormField, labelsOf, type AnyField } from '~/components/form/field';
import { withChosen } from '~/components/form/option-list';
import { PracticeChoices } from '~/components/enhanced/practice-choices';
import { SupportContact } from '~/components/page/problem-pages';
import { focusedList, focusProps, placeLabels, UpdatedLists } from '~/components/form/updated-lists';
import { UpdateButton, UpdateHint } from '~/components/form/update-button';
import { useTranslate } from '~/components/page/use-translate';
import type { PracticeLists } from '~/use-cases/professional/professional-lists.server';

interface PracticeFieldsProps {
  fields: Record<keyof Practice, AnyField>;
  options: PracticeLists;
  /** The country that the lists belong to. */
  country: string;
  /** The lists that Update has just loaded. */
  updated: UpdatedPlace | undefined;
}

/** Update reloads the lists that depend on country and region. */
export function PracticeFields({ fields, options: { lists, failed }, country, updated }: PracticeFieldsProps) {
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
export function practiceLabels(t: Translate, country: string) {
  return { ...labelsOf(PRACTICE.fields, t), ...placeLabels(t, country) };
}
