import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import type { RouteHandle } from '~/components/page/route-handle';
import { useTranslate } from '~/components/page/use-translate';
import { BASE_PATH } from '~/domain/base-path';

export const handle: RouteHandle = { asksForAnalytics: true };

/** GROW794 skips the co-parent status step. */
export async function loader({ context }: LoaderFunctionArgs) {
  const skipsStatus = await context.experiments.isTreatment('GROW794');
  return data({ parentPath: skipsStatus ? `${BASE_PATH}/step1` : `${BASE_PATH}/coparentstatus` });
}

export default function Signup() {
  const { parentPath } = useLoaderData<typeof loader>();
  const t = useTranslate();
  return (
    <>
      <h1>{t('parent:signup.heading')}</h1>
      <p className="lead">{t('parent:signup.lead')}</p>
      <ul className="tiles">
        <li>
          <a className="tile" href={parentPath} aria-describedby="for-parents">
            <ParentsIcon />
            <span className="tile-name">{t('parent:signup.forParents')}</span>
          </a>
          <p id="for-parents">{t('parent:signup.forParentsText')}</p>
        </li>
        <li>
          <a className="tile" href={`${BASE_PATH}/pro`} aria-describedby="for-professionals">
            <ProfessionalsIcon />
            <span className="tile-name">{t('parent:signup.forProfessionals')}</span>
          </a>
          <p id="for-professionals">{t('parent:signup.forProfessionalsText')}</p>
        </li>
      </ul>
    </>
  );
}

function ParentsIcon() {
  return (
    <svg className="tile-icon" viewBox="0 0 48 48" aria-hidden="true" focusable="false">
      <circle cx="15" cy="13" r="6" />
      <circle cx="33" cy="13" r="6" />
      <circle cx="24" cy="25" r="4.5" />
      <path d="M5 41v-8a10 10 0 0 1 10-10M43 41v-8a10 10 0 0 0-10-10M17 43v-4a7 7 0 0 1 14 0v4" />
    </svg>
  );
}

function ProfessionalsIcon() {
  return (
    <svg className="tile-icon" viewBox="0 0 48 48" aria-hidden="true" focusable="false">
      <rect x="6" y="16" width="36" height="24" rx="3" />
      <path d="M17 16v-5a3 3 0 0 1 3-3h8a3 3 0 0 1 3 3v5M6 27h36M21 27v4h6v-4" />
    </svg>
  );
}
