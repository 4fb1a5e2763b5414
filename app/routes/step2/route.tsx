import { useForm } from '@conform-to/react';
import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { readRefusal } from '~/backend/refusal';
import { familyBodyOf } from '~/backend/request-bodies';
import { ChildFields, CoParentFields, familyLabels, type FamilyForm } from './family-fields';
import { DuplicateWarning } from '~/components/form/duplicate-warning';
import { Behind } from '~/components/page/behind';
import { ErrorSummary } from '~/components/form/error-summary';
import { FORM_ID, type RouteHandle } from '~/components/page/route-handle';
import { StepButtons, StepForm } from '~/components/form/step-form';
import { PriceFromNote } from './price-from-note';
import { SpeedBumpDialog } from './speed-bump-dialog';
import { StepIndicator } from '~/components/page/step-indicator';
import { supportPhoneOf, usePage } from '~/components/page/page-context';
import { useTranslate } from '~/components/page/use-translate';
import type { Family, ParentContact } from '~/domain/people';
import { isDuplicateConfirmed } from '~/forms/confirmed-duplicate';
import { editChildren, findChildrenEdit, type ChildrenEdit } from '~/forms/children-edit';
import { familySchema } from '~/forms/family';
import { OPEN_SPEED_BUMP, takeSpeedBump, type SpeedBump } from '~/forms/speed-bump';
import { familyFormOf } from '~/journeys/parent/family-form';
import { afterStep2 } from '~/journeys/parent/progress';
import { afterDuplicate } from '~/journeys/start-again';
import type { JoinState } from '~/journeys/join-state';
import { formError, type FormResponse } from '~/use-cases/step/form-response.server';
import { checkEmailRateLimit, tooManyEmails } from '~/use-cases/step/email-rate-limit.server';
import { findDraft, withoutDraft } from '~/use-cases/step/drafts.server';
import { redirectAfter, requireStep, requireStepSubmission } from '~/use-cases/step/step-guard.server';
import { findPriceFrom } from '~/use-cases/step/price-from.server';
import { updateRegistration } from '~/use-cases/step/update-registration.server';
import { refusalResponse } from '~/use-cases/step/refusal-response.server';
import type { RequestContext } from '~/server/request/request-context.server';
import type { OpenStates } from '~/journeys/open-states';
import { INTENTS, findIntent } from '~/forms/intents';
import { parsePosted } from '~/forms/posted-fields';

export const handle: RouteHandle = { title: 'parent:step2.pageTitle', form: true };

export async function loader({ context }: LoaderFunctionArgs) {
  const state = requireStep(context, 'step2');
  return data({
    priceFrom: await findPriceFrom(context, state),
    family: state.family && familyFormOf(state.family),
    draft: findDraft(state, 'step2'),
    endsHere: isV2Packages(state),
  });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { state, form: posted } = await requireStepSubmission(request, context, 'step2');
  const speedBump = takeSpeedBump(posted);
  const form = editChildren(posted);
  const submission = parsePosted(form, familySchema(ownContactOf(state.parent)));
  const confirmed = isDuplicateConfirmed(form);
  // The warning stays for as long as its e-mail does.
  const extra = {
    mayBeDuplicate: confirmed ? String(form.get('email')) : undefined,
    speedBump,
    hasDialog: speedBump?.isOpen,
  };
  const edit = findEdit(form, posted, speedBump);
  if (edit) return formError(context, form, submission, { ...edit, extra: { ...extra, pressed: findPressed(posted) } });
  if (submission.status !== 'success' || form.has('language')) return formError(context, form, submission, { extra });
  const family = submission.value;
  if (!speedBump && (await shouldAskForEmail(context, state, family)))
    return formError(context, form, submission, {
      quiet: true,
      extra: { ...extra, speedBump: OPEN_SPEED_BUMP, hasDialog: true },
    });
  if (!(await checkEmailRateLimit(context, family.coParent.email)))
    return formError(context, form, submission, { ...tooManyEmails(context), extra });
  try {
    context.session.update(await updateRegistration(context, state, familyBodyOf(family, confirmed)));
  } catch (error) {
    if (!confirmed && isCoParentDuplicate(error)) {
      const actionData = { result: submission.reply(), speedBump, mayBeDuplicate: family.coParent.email ?? '' };
      return data(actionData, { status: 422 });
    }
    return refusalResponse(context, error, { state, form, submission, email: family.coParent.email ?? '' });
  }
  return finishStep(context, state, family, confirmed);
}

/** Options for `formError` after a secondary button; undefined for Continue. */
function findEdit(form: FormData, posted: FormData, speedBump: SpeedBump | undefined) {
  if (speedBump?.error) return { quiet: true, fieldErrors: { speedBumpEmail: [speedBump.error] } };
  const isEdited = form !== posted || findIntent(form) === INTENTS.skipSpeedBump;
  return isEdited ? { quiet: true } : undefined;
}

/** What takes the focus. */
type Pressed = ChildrenEdit | 'closed-dialog';

function findPressed(posted: FormData): Pressed | undefined {
  return findIntent(posted) === INTENTS.skipSpeedBump ? 'closed-dialog' : findChildrenEdit(posted);
}

/** A confirmed duplicate in the v2 packages leads to `/duplicate`. */
function finishStep(context: RequestContext, state: OpenStates['step2'], family: Family, confirmed: boolean): Response {
  if (confirmed && isV2Packages(state)) {
    context.session.reset(
      afterDuplicate(
        { ...state, family, ...withoutDraft(state, 'step2') },
        { whose: 'coParent', email: family.coParent.email ?? '' },
      ),
    );
    return redirect('/duplicate', 303);
  }
  const after = context.session.update({ ...afterStep2(state, family, confirmed), ...withoutDraft(state, 'step2') });
  return redirectAfter(context, 'step2', after);
}

function isCoParentDuplicate(error: unknown): boolean {
  const refusal = readRefusal(error);
  return refusal.kind === 'duplicate' && refusal.whose === 'coParent';
}

export default function Step2() {
  const { family, draft, endsHere, priceFrom } = useLoaderData<typeof loader>();
  const actionData = useActionData() as
    (FormResponse & { mayBeDuplicate?: string; speedBump?: SpeedBump; pressed?: Pressed }) | undefined;
  const t = useTranslate();
  const [form, fields] = useForm<FamilyForm>({
    id: FORM_ID,
    lastResult: actionData?.result ?? draft,
    defaultValue: family ?? { countryCode: '+1', knowsCoParentEmail: 'yes', children: [{}] },
  });
  const children = fields.children.getFieldList();
  const { speedBump, pressed } = actionData ?? {};
  const edited = typeof pressed === 'object' ? pressed : undefined;
  const isAsking = speedBump?.isOpen === true;
  return (
    <>
      <Behind>
        <StepIndicator />
        {/* The dialog shows its own errors, where the focus is. */}
        {!isAsking && (
          <ErrorSummary
            form={form}
            labels={familyLabels(t, children.length)}
            isFocusElsewhere={pressed !== undefined}
          />
        )}
        <h1>{t('parent:step2.heading')}</h1>
        <p className="lead">{t('parent:step2.subtitle')}</p>
        {priceFrom && <PriceFromNote {...priceFrom} />}
      </Behind>
      <StepForm form={form}>
        {speedBump && <input type="hidden" name="speedBump" value="asked" />}
        {isAsking && <SpeedBumpDialog {...speedBump} />}
        <Behind>
          {actionData?.mayBeDuplicate !== undefined && (
            <CoParentWarning email={actionData.mayBeDuplicate} endsHere={endsHere} />
          )}
          <CoParentFields fields={fields} />
          <ChildFields list={children} edited={edited} />
          <StepButtons takesFocus={pressed === 'closed-dialog'} />
        </Behind>
      </StepForm>
    </>
  );
}

interface CoParentWarningProps {
  email: string;
  /** A confirmed duplicate leads to `/duplicate` rather than to the packages. */
  endsHere: boolean;
}

function CoParentWarning({ email, endsHere }: CoParentWarningProps) {
  const t = useTranslate();
  const phone = supportPhoneOf(usePage());
  return (
    <DuplicateWarning
      email={email}
      warning={t('parent:step2.duplicateWarning')}
      advice={
        <>
          {t('parent:step2.duplicateAdvice')} <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a>
        </>
      }
      next={t(endsHere ? 'parent:step2.duplicateEnds' : 'parent:step2.duplicateContinue')}
    />
  );
}

function ownContactOf({ email, countryCode, phoneNumber }: ParentContact) {
  return { parentEmail: email, parentCountryCode: countryCode, parentPhone: phoneNumber };
}

/** docs/rules.md, "E-mail speed bump" */
async function shouldAskForEmail(
  { experiments }: RequestContext,
  state: JoinState,
  { coParent }: Family,
): Promise<boolean> {
  if (coParent.email || state.family) return false;
  return experiments.isTreatment('PARENT_B_EMAIL_SPEED_BUMP');
}

function isV2Packages(state: JoinState): boolean {
  return state.pricing?.group === 'P2' || state.pricing?.group === 'P3';
}
