import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { SupportContact } from '~/components/page/problem-pages';
import { usePage } from '~/components/page/page-context';
import { useTranslate } from '~/components/page/use-translate';
import { BASE_PATH } from '~/domain/base-path';

export function loader({ request }: LoaderFunctionArgs) {
  return { hasAccount: new URL(request.url).searchParams.get('account') === 'yes' };
}

export default function CoParentStatus() {
  const { hasAccount } = useLoaderData<typeof loader>();
  return hasAccount ? <Guidance /> : <Question />;
}

function Question() {
  const t = useTranslate();
  return (
    <>
      <h1>{t('parent:status.heading')}</h1>
      <p className="lead">{t('parent:status.lead')}</p>
      <ul className="yes-no">
        <li>
          <a className="button" href={`${BASE_PATH}/coparentstatus?account=yes`}>
            {t('parent:status.yes')}
          </a>
        </li>
        <li>
          <a className="button" href={`${BASE_PATH}/step1`}>
            {t('parent:status.no')}
          </a>
        </li>
      </ul>
    </>
  );
}

/** docs/rules.md, "Landing page" */
function Guidance() {
  const t = useTranslate();
  const page = usePage();
  return (
    <>
      <h1>{t('parent:status.guidanceHeading')}</h1>
      <p>{t('parent:status.checkEmail')}</p>
      <p>{t('parent:status.checkSpam')}</p>
      <SupportContact withReference={false} />
      <div className="step-buttons">
        <a className="button secondary" href={page.links.logIn}>
          {t('parent:status.logIn')}
        </a>{' '}
        <a className="link-button" href={`${BASE_PATH}/coparentstatus`}>
          {t('common:buttons.back')}
        </a>
      </div>
    </>
  );
}
