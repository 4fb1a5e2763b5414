import { useForm, type SubmissionResult } from '@conform-to/react';
import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import type { ComponentProps, ReactNode } from 'react';
import { OrderSummary, type OrderLines } from '~/components/checkout/order-summary';
import { PackageCards } from '~/components/checkout/package-cards';
import { PaymentReceived } from '~/components/checkout/payment-received';
import { ReceiptDetails } from '~/components/checkout/receipt-details';
import { ErrorSummary } from '~/components/form/error-summary';
import { Checkbox, Choices, FormField, labelsOf, SectionFields, type AnyField } from '~/components/form/field';
import { Behind } from '~/components/page/behind';
import { Notice } from '~/components/page/notice';
import { PageProvider, usePage } from '~/components/page/page-context';
import { FORM_ID, type RouteHandle } from '~/components/page/route-handle';
import { StepIndicator } from '~/components/page/step-indicator';
import { useTranslate } from '~/components/page/use-translate';
import { BASE_PATH } from '~/domain/base-path';
import { formatMoney } from '~/domain/money';
import { INVITED } from '~/journeys/invited';
import { freshState } from '~/journeys/join-state';
import { PARENT } from '~/journeys/parent';
import { PROFESSIONAL } from '~/journeys/professional';
import type { Path, ProgressStep } from '~/journeys/sequence';
import { REFERRALS } from '~/reference/referrals';
import { CONSENT } from '~/steps/consent';
import { CO_PARENT } from '~/steps/family';
import { email, name, REQUIRED } from '~/steps/field';
import { REFERRAL } from '~/steps/referral';
import { listPackages } from '~/use-cases/checkout/offered-packages.server';

const ADDRESS = `${BASE_PATH}/demo/styles`;

export const handle: RouteHandle = { sheet: 'demo' };

/** Shows every component in its states, for developers. Responds 404 where `/demo` does. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  if (!context.demo) throw new Response(null, { status: 404 });
  const packages = await listPackages(context, 'US', ['2021', '2031', '2041']);
  const hasDialog = new URL(request.url).searchParams.has('dialog');
  // With the dialog open, the page has no error summary.
  return data({ packages, hasErrors: !hasDialog, hasDialog });
}

export default function Styles() {
  const { packages, hasDialog } = useLoaderData<typeof loader>();
  const t = useTranslate();
  const { language } = usePage();
  const price = (amount: number) => formatMoney(amount, 'USD', language);
  const lines: OrderLines = {
    name: packages[0]?.displayName ?? '',
    receiptText: '',
    years: 1,
    options: [],
    packageFormatted: price(16_800),
    currency: 'USD',
    isVatIncluded: false,
    totals: { taxAmountFormatted: price(1155), totalFormatted: price(17_955) },
  };
  return (
    <>
      {hasDialog && (
        <dialog open className="modal" aria-modal="true" aria-labelledby="dialog-title">
          <h2 id="dialog-title">{t('demo:styles.dialog')}</h2>
          <p>{t('demo:styles.dialogText')}</p>
          <a className="button primary" href={ADDRESS}>
            {t('common:buttons.back')}
          </a>
        </dialog>
      )}
      <Behind>
        <Fields packages={packages} isBehind={hasDialog} />
        <Part title={t('demo:styles.buttons')}>
          <p>
            <button className="primary">{t('common:buttons.continue')}</button>
          </p>
          <p>
            <button className="secondary">{t('common:buttons.update')}</button>{' '}
            <a className="button" href={`${ADDRESS}?dialog`}>
              {t('demo:styles.openDialog')}
            </a>
          </p>
          <p>
            <button className="link-button">{t('common:buttons.back')}</button>
          </p>
        </Part>
        <Part title={t('demo:styles.progress')}>
          {PROGRESS.map((shown, index) => (
            <Progress key={shown.path} {...shown} label={`${t('common:steps.label')}: ${index + 1}`} />
          ))}
        </Part>
        <Part title={t('demo:styles.notices')}>
          <Notice>{t('checkout:method.nothingToPay')}</Notice>
          <Notice kind="success">{t('invite:welcome.paid')}</Notice>
          <Notice kind="warning">{t('common:notices.expired')}</Notice>
          <PaymentReceived payment={{ amount: lines.totals?.totalFormatted ?? null, isFree: false }} />
        </Part>
        <Part title={t('demo:styles.order')}>
          <OrderSummary lines={lines} />
          <details>
            <summary>{t('checkout:extras.haveCode')}</summary>
            <p>{t('demo:styles.sentence')}</p>
          </details>
        </Part>
        <ReceiptDetails
          sections={[
            {
              id: 'details',
              title: t('checkout:receipt.title'),
              rows: [
                { name: lines.name, values: [price(16_800)] },
                { name: t('checkout:summary.tax'), values: [price(1155)] },
                { name: t('checkout:summary.total'), values: [price(17_955)], isTotal: true },
              ],
              sentences: [t('demo:styles.sentence')],
            },
          ]}
        />
      </Behind>
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2>{title}</h2>
      <form method="get" action={ADDRESS}>
        {children}
      </form>
    </section>
  );
}

interface FieldsProps {
  packages: ComponentProps<typeof PackageCards>['packages'];
  isBehind: boolean;
}

interface Specimen {
  firstName: string;
  email: string;
  referral: string;
  knows: string;
  agrees: string;
  packageId: string;
}

/** The fields with and without errors. */
function Fields({ packages, isBehind }: FieldsProps) {
  const t = useTranslate();
  const defaultValue = { firstName: 'Ann', knows: 'yes', agrees: 'on', packageId: packages[0]?.id };
  const [, right] = useForm<Specimen>({ id: 'right', defaultValue });
  const [form, wrong] = useForm<Specimen>({ id: FORM_ID, lastResult: WRONG });
  return (
    <>
      {!isBehind && <ErrorSummary form={form} labels={labelsOf(ROWS, t)} />}
      <h1>{t('demo:styles.heading')}</h1>
      <p className="lead">{t('demo:styles.lead')}</p>
      <Part title={t('demo:styles.fields')}>
        <Controls fields={right} />
        <PackageCards
          field={right.packageId}
          legend={t('parent:step3.legend')}
          packages={packages}
          chosenId={right.packageId.initialValue}
          years={1}
        />
      </Part>
      <Part title={t('demo:styles.wrong')}>
        <Controls fields={wrong} />
      </Part>
    </>
  );
}

const ROWS = {
  firstName: name('common:fields.firstName', { autoComplete: 'off', right: 'Ann', isBeside: true }),
  email: email('common:fields.email', {
    autoComplete: 'off',
    right: 'ann@example.com',
    missing: 'errors:emailMissing',
  }),
  referral: REFERRAL.fields.referral,
  knows: CO_PARENT.fields.knowsCoParentEmail,
  agrees: CONSENT.fields.termsAndConditions,
};

const WRONG: SubmissionResult = {
  status: 'error',
  initialValue: { firstName: 'Ann', email: 'ann@example' },
  error: {
    email: ['errors:email'],
    referral: [ROWS.referral.missing],
    knows: [REQUIRED],
    agrees: [ROWS.agrees.missing],
  },
};

function Controls({ fields }: { fields: Record<keyof typeof ROWS, AnyField> }) {
  const t = useTranslate();
  const { firstName, email: address, referral, knows, agrees } = fields;
  return (
    <>
      <SectionFields rows={{ firstName: ROWS.firstName, email: ROWS.email }} fields={{ firstName, email: address }} />
      <FormField
        row={ROWS.referral}
        field={referral}
        hint={t('demo:styles.hint')}
        options={REFERRALS.map((value) => ({ value, name: t(`checkout:referrals.${value}`) }))}
      />
      <Choices
        field={knows}
        legend={t(ROWS.knows.label)}
        type="radio"
        options={(['yes', 'no'] as const).map((value) => ({ value, label: t(`common:${value}`) }))}
      />
      <Checkbox field={agrees}>{t('checkout:consent.marketing')}</Checkbox>
    </>
  );
}

interface ProgressCase {
  steps: readonly ProgressStep[];
  path: string;
}

/** The indicator in each journey. Steps are unlocked as they would be on that page. */
const PROGRESS: readonly ProgressCase[] = [
  { path: '/step1', steps: PARENT.progressOf(freshState) },
  { path: '/payment/method', steps: asReached(PARENT.progressOf(freshState), ['/step1', '/step2', '/step3']) },
  {
    path: '/invite/payment/billing',
    steps: asReached(INVITED.progressOf(freshState), ['/invite/step1', '/invite/packages']),
  },
  { path: '/pro/practice', steps: asReached(PROFESSIONAL.progressOf({}), ['/pro/contact']) },
];

/** The same dots after these steps are done. */
function asReached(steps: readonly ProgressStep[], done: readonly Path[]): ProgressStep[] {
  return steps.map((step, index) => ({ ...step, path: done[index] ?? step.path, isDone: index < done.length }));
}

function Progress({ path, steps, label }: ProgressCase & { label: string }) {
  const page = usePage();
  const progressStep = steps.filter(({ isDone }) => isDone).length + 1;
  return (
    <PageProvider value={{ ...page, path, progressSteps: steps, progressStep }}>
      <StepIndicator label={label} />
    </PageProvider>
  );
}
