import { redirect } from '@remix-run/node';
import { familyBodyOf } from '~/backend/request-bodies';
import { Honeypot } from '~/components/form/honeypot';
import { StepPage, useStep } from '~/components/form/step-page';
import { usePage } from '~/components/page/page-context';
import type { RouteHandle } from '~/components/page/route-handle';
import { useTranslate } from '~/components/page/use-translate';
import { answersAsDrafts, familyFormOf } from '~/journeys/answers';
import { draftKey, type JoinState } from '~/journeys/join-state';
import type { OpenState } from '~/journeys/journey';
import { afterStep2 } from '~/journeys/progress';
import { editChildren, findChildrenEdit, type ChildrenEdit } from '~/steps/children-edit';
import type { RequestContext } from '~/server/request/request-context.server';
import { isDuplicateConfirmed } from '~/steps/contact';
import { FAMILY, IS_OWN, isFamilyValidFor, type Family } from '~/steps/family';
import { findIntent, INTENTS, MORE_TIME_GIVEN } from '~/steps/intents';
import { parsePosted } from '~/steps/section';
import { OPEN_SPEED_BUMP, takeSpeedBump, type SpeedBump } from '~/steps/speed-bump';
import { defineStep, type Turn } from '~/use-cases/step/define-step.server';
import { findPriceFrom } from '~/use-cases/step/price-from.server';
import {
  countEmail,
  endAtDuplicate,
  isDuplicate,
  StepRefused,
  warnOfDuplicate,
  type Refusal,
} from '~/use-cases/step/refuse.server';
import { updateRegistration } from '~/use-cases/step/registration.server';
import { withoutDraft } from '~/use-cases/step/step-guard.server';
import { ChildFields, CoParentFields, familyLabels, type FamilyForm } from './family-fields';
import { PriceFromNote, CoParentWarning } from './notes';
import { SpeedBumpDialog } from './speed-bump-dialog';

interface Shown {
  mayBeDuplicate?: string;
  isFirstWarning?: boolean;
  speedBump?: SpeedBump;
  hasDialog?: boolean;
  /** The element that takes the focus. */
  pressed?: ChildrenEdit | 'closed-dialog';
}

const step = defineStep({
  name: 'step2',
  answers: ({ family }) => family && familyFormOf(family),
  load: async ({ context, state }) => ({
    priceFrom: await findPriceFrom(context, state),
    endsHere: isV2Packages(state),
    ...findReopened(context, state),
  }),
  read({ state, typed }, posted) {
    const pressed = findIntent(posted) === INTENTS.skipSpeedBump ? 'closed-dialog' : findChildrenEdit(posted);
    const speedBump = takeSpeedBump(posted);
    const form = editChildren(posted);
    const refusal = findButtonRefusal({ isEdited: form !== posted || pressed === 'closed-dialog', speedBump });
    const shown: Shown = {
      // The warning stays until the e-mail changes.
      mayBeDuplicate: isDuplicateConfirmed(form) ? typed('email') : undefined,
      speedBump,
      hasDialog: speedBump?.isOpen,
      pressed: refusal && pressed,
    };
    return { schema: FAMILY.schemaFor(state.parent), form, shown, refusal };
  },
  async accept(turn) {
    const { context, state, form, answer } = turn;
    if (!form.has('speedBump') && (await shouldAskForEmail(turn)))
      throw new StepRefused({ quiet: true, shown: { speedBump: OPEN_SPEED_BUMP, hasDialog: true } });
    await countEmail(turn, answer.coParent.email);
    const confirmed = isDuplicateConfirmed(form);
    try {
      const told = await updateRegistration(context, state, familyBodyOf(answer, confirmed));
      return confirmed && isV2Packages(state)
        ? endAtCoParent(turn)
        : { ...told, ...afterStep2(state, answer, confirmed) };
    } catch (error) {
      if (confirmed || !isDuplicate(error, 'coParent')) throw error;
      throw warnOfDuplicate(answer.coParent.email ?? '');
    }
  },
  refusedState: (state, family) => ({ ...state, family }),
});

/**
 * The form with the reasons why a change of step 1 has made the accepted family invalid (docs/rules.md, "Co-parent"). A draft shows those that
 * it has not corrected, and no other errors.
 */
function findReopened({ posted, page }: RequestContext, state: OpenState<'step2'>) {
  if (!state.family || isFamilyValidFor(state.family, state.parent)) return undefined;
  const form = new FormData();
  const draft = answersAsDrafts(state)[draftKey('parent', 'step2')] ?? {};
  for (const [name, values] of Object.entries(draft)) for (const value of values) form.append(name, value);
  const reply = parsePosted(form, FAMILY.schemaFor(state.parent)).reply();
  const reasons: readonly string[] = Object.values(IS_OWN);
  const error = Object.fromEntries(
    Object.entries(reply.error ?? {}).filter(([, texts]) => texts?.some((text) => reasons.includes(text))),
  );
  if (Object.keys(error).length === 0) return undefined;
  // After more time, only the confirmation is announced. A posted form is shown with its own errors.
  const hasErrors = !posted.findForm() && !page.address.endsWith(MORE_TIME_GIVEN);
  return { draft: { ...reply, error }, hasErrors };
}

type FamilyTurn = Turn<'step2', Family>;

/** A secondary button shows the page again. Undefined for Continue. */
function findButtonRefusal({ isEdited, speedBump }: { isEdited: boolean; speedBump?: SpeedBump }): Refusal | undefined {
  if (speedBump?.error) return { quiet: true, fieldErrors: { speedBumpEmail: [speedBump.error] } };
  return isEdited ? { quiet: true } : undefined;
}

/** A confirmed duplicate in the v2 packages redirects to `/duplicate`. */
function endAtCoParent({ context, state, answer }: FamilyTurn): Response {
  const known = { ...state, family: answer, ...withoutDraft(context, 'step2', state) };
  return redirect(endAtDuplicate(context, known, 'coParent'), 303);
}

/** docs/rules.md, "E-mail speed bump" */
async function shouldAskForEmail({ context, state, answer }: FamilyTurn): Promise<boolean> {
  if (answer.coParent.email || state.family) return false;
  return context.experiments.isTreatment('PARENT_B_EMAIL_SPEED_BUMP');
}

function isV2Packages({ pricing }: JoinState): boolean {
  return pricing?.group === 'P2' || pricing?.group === 'P3';
}

export const handle: RouteHandle = { form: true };
export const loader = step.loader;
export const action = step.action;

export default function Step2() {
  const t = useTranslate();
  const { address } = usePage();
  const screen = useStep<typeof step, FamilyForm>({ countryCode: '+1', knowsCoParentEmail: 'yes', children: [{}] });
  const { priceFrom, endsHere } = screen.loaded;
  const { mayBeDuplicate, isFirstWarning, speedBump, pressed }: Shown = screen.shown ?? {};
  const children = screen.fields.children.getFieldList();
  return (
    <StepPage
      step={screen}
      labels={familyLabels(t, children.length)}
      title={t('parent:step2.heading')}
      lead={t('parent:step2.subtitle')}
      before={priceFrom && <PriceFromNote {...priceFrom} />}
      dialog={speedBump?.isOpen && <SpeedBumpDialog {...speedBump} />}
      isFocusElsewhere={pressed !== undefined || address.endsWith(MORE_TIME_GIVEN)}
      isSubmitFocused={pressed === 'closed-dialog'}
    >
      {speedBump && <input type="hidden" name="speedBump" value="asked" />}
      {mayBeDuplicate !== undefined && (
        <CoParentWarning email={mayBeDuplicate} isFirst={isFirstWarning} endsHere={endsHere} />
      )}
      <CoParentFields fields={screen.fields} />
      <ChildFields list={children} edited={typeof pressed === 'object' ? pressed : undefined} />
      <Honeypot />
    </StepPage>
  );
}
