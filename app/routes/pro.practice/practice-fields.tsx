import type { ListItem } from '~/domain/list-item';
import type { Practice } from '~/domain/professional';
import type { Translate } from '~/i18n/translator';
import type { UpdatedPlace } from '~/forms/billing';
import { needsPostalCode } from '~/reference/postal-codes';
import { Choices, SelectField, TextField, type AnyField } from '~/components/form/field';
import { withChosen } from '~/components/form/option-list';
import { postalCodeLabel } from '~/components/enhanced/postal-code-label';
import { PracticeChoices } from '~/components/enhanced/practice-choices';
import { SupportContact } from '~/components/page/problem-pages';
import { focusedList, focusProps, UpdatedLists } from '~/components/form/updated-lists';
import { UpdateButton } from '~/components/form/update-button';
import { useTranslate } from '~/components/page/use-translate';

type Fields = Record<keyof Practice, AnyField>;

interface Props {
  fields: Fields;
  lists: Record<'countries' | 'regions' | 'timezones' | 'roles', ListItem[]>;
  /** The country that the lists belong to. */
  country: string;
  /** What Update brought just now. */
  updated: UpdatedPlace | undefined;
}

/** Update reloads the lists that depend on country and region. */
export function PracticeFields({ fields, lists, country, updated }: Props) {
  const t = useTranslate();
  const labels = practiceLabels(t, country);
  const focused = focusedList({ updated, regions: lists.regions });
  const updatedLists = updated && (
    <UpdatedLists
      {...{ updated, ...lists, labels }}
      chosen={{ country, region: textOf(fields.region), timezone: textOf(fields.timezone) }}
      further={[fields.roles.initialValue].flat().filter(Boolean).length > 0 ? [] : [labels.roles]}
    />
  );
  return (
    <>
      {/* The country these choices belong to; another one clears them. */}
      <input type="hidden" name="shownCountry" value={country} />
      <TextField field={fields.practiceName} label={labels.practiceName} autoComplete="organization" />
      <TextField field={fields.addressLine1} label={labels.addressLine1} autoComplete="address-line1" />
      <TextField
        field={fields.addressLine2}
        label={labels.addressLine2}
        autoComplete="address-line2"
        required={false}
      />
      <div className="with-update">
        <SelectField
          field={fields.country}
          label={labels.country}
          options={withChosen(lists.countries, fields.country)}
          autoComplete="country"
        />
        <UpdateButton of={labels.country} />
      </div>
      {updated === 'country' && updatedLists}
      <PracticeChoices countries={lists.countries} />
      <TextField field={fields.city} label={labels.city} autoComplete="address-level2" />
      {/* Hidden rather than left out: the script may need it for the next country. */}
      <div className="with-update" hidden={lists.regions.length === 0 && !fields.region.initialValue}>
        <SelectField
          field={fields.region}
          label={labels.region}
          placeholder={t('common:choose')}
          options={withChosen(lists.regions, fields.region)}
          autoComplete="address-level1"
          {...focusProps(focused === 'region')}
        />
        <UpdateButton of={labels.region} />
      </div>
      <TextField
        field={fields.postalCode}
        label={labels.postalCode}
        autoComplete="postal-code"
        required={needsPostalCode(country)}
        className="short"
      />
      {updated === 'region' && updatedLists}
      <TimezoneField
        field={fields.timezone}
        label={labels.timezone}
        timezones={lists.timezones}
        isFocused={focused === 'timezone'}
      />
      <Choices
        field={fields.roles}
        legend={labels.roles}
        type="checkbox"
        className="roles"
        hint={t('professional:practice.rolesHint')}
        options={withChosen(lists.roles, fields.roles).map(({ value, name }) => ({ value, label: name }))}
      />
      <div id="practice-support">
        <SupportContact withReference={false} country={country} />
      </div>
    </>
  );
}

interface TimezoneFieldProps {
  field: AnyField;
  label: string;
  timezones: ListItem[];
  isFocused: boolean;
}

/** A single time zone is selected and cannot be changed, but is submitted like any other. */
function TimezoneField({ field, label, timezones, isFocused }: TimezoneFieldProps) {
  const t = useTranslate();
  const isSole = timezones.length === 1;
  return (
    <SelectField
      field={field}
      label={label}
      hint={isSole ? t('professional:practice.oneTimezone') : undefined}
      placeholder={isSole ? undefined : t('common:choose')}
      options={withChosen(timezones, field)}
      autoComplete="off"
      {...focusProps(isFocused)}
    />
  );
}

function textOf({ initialValue }: AnyField): string | undefined {
  return typeof initialValue === 'string' ? initialValue : undefined;
}

export function practiceLabels(t: Translate, country: string) {
  return {
    practiceName: t('professional:fields.practiceName'),
    addressLine1: t('professional:fields.addressLine1'),
    addressLine2: t('professional:fields.addressLine2'),
    country: t('checkout:fields.country'),
    city: t('checkout:fields.city'),
    region: t(country === 'US' ? 'checkout:fields.state' : 'checkout:fields.province'),
    postalCode: t(`checkout:fields.${postalCodeLabel(country, needsPostalCode(country))}`),
    timezone: t('checkout:fields.timezone'),
    roles: t('professional:fields.roles'),
  };
}
