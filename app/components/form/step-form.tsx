import type { FormMetadata } from '@conform-to/react';
import type { ReactNode } from 'react';
import { PageMark } from './page-mark';
import { describeShown } from '~/steps/shown-errors';
import { SHOWN, SHOWN_NOTICE } from '~/steps/control-fields';
import { withoutMoreTime } from '~/steps/intents';
import { MoreTime, MoreTimeGiven } from './more-time';
import { FORM_ID } from '~/components/page/route-handle';
import { Sending } from '~/components/enhanced/sending';
import type { ShownNotice } from '~/components/page/notice';
import { usePage } from '~/components/page/page-context';
import { useTranslate } from '~/components/page/use-translate';

interface StepFormProps {
  form: AnyForm;
  /** Entries about a backend's errors at fields. */
  faults?: readonly string[];
  notice?: ShownNotice;
  /** Some of its input is never returned to the page. */
  hasSecrets?: boolean;
  /** False if no input is kept as a draft, so there is none to keep longer. */
  keepsDraft?: boolean;
  children: ReactNode;
}

/** Without an explicit action the fragment of an error link survives the redirect and scrolls the next page. */
export function StepForm({
  form,
  faults = [],
  notice,
  hasSecrets = false,
  keepsDraft = true,
  children,
}: StepFormProps) {
  const { address } = usePage();
  const shown = [...Object.entries(form.allErrors).flatMap(([name, errors]) => describeShown(name, errors)), ...faults];
  return (
    <form id={FORM_ID} className="sheet" method="post" action={withoutMoreTime(address)} noValidate>
      <PageMark />
      {shown.length > 0 && <input type="hidden" name={SHOWN} value={shown.join(' ')} />}
      {notice && <input type="hidden" name={SHOWN_NOTICE} value={notice.name} />}
      {keepsDraft && <MoreTimeGiven />}
      {children}
      {keepsDraft && <MoreTime hasSecrets={hasSecrets} />}
    </form>
  );
}

interface StepButtonsProps {
  back?: boolean;
  label?: ReactNode;
  /** A line below the main button. */
  promise?: string;
  /** Adds a progress message on pages that already load the script. */
  hasScript?: boolean;
  /** The text of that message. */
  sending?: string;
  /** The dialog that this button opened was closed. */
  takesFocus?: boolean;
}

export function StepButtons({
  back = true,
  label,
  promise,
  hasScript = false,
  sending,
  takesFocus = false,
}: StepButtonsProps) {
  const t = useTranslate();
  return (
    <div className="step-buttons">
      <button className="primary" autoFocus={takesFocus}>
        {label ?? t('common:buttons.continue')}
      </button>{' '}
      {hasScript && <Sending text={sending ?? t('common:sending')} otherText={t('common:sending')} />}
      {promise && <p className="hint">{promise}</p>}
      {back && (
        <button className="link-button" name="back" value="back" formNoValidate>
          {t('common:buttons.back')}
        </button>
      )}
    </div>
  );
}

export type AnyForm = Pick<FormMetadata<Record<string, unknown>>, 'allErrors' | 'errors'>;
