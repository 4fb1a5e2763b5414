import * as pro from '~/routes/pro';
import * as proIndex from '~/routes/pro._index';
import * as proContact from '~/routes/pro.contact/route';
import * as proDone from '~/routes/pro.done/route';
import * as proPractice from '~/routes/pro.practice/route';
import * as proSecurity from '~/routes/pro.security/route';
import { serveRoutes } from './serve-routes';

export const PROFESSIONAL_ROUTES = [
  { id: 'routes/pro', path: 'pro', module: pro },
  { id: 'routes/pro._index', parentId: 'routes/pro', index: true, module: proIndex },
  { id: 'routes/pro.contact', parentId: 'routes/pro', path: 'contact', module: proContact },
  { id: 'routes/pro.practice', parentId: 'routes/pro', path: 'practice', module: proPractice },
  { id: 'routes/pro.security', parentId: 'routes/pro', path: 'security', module: proSecurity },
  { id: 'routes/pro.done', parentId: 'routes/pro', path: 'done', module: proDone },
];

/** The professional's routes on an application of their own. @param trouble as in `serveRoutes` */
export async function serveProfessional(trouble?: Parameters<typeof serveRoutes>[1]) {
  const { browser, store, log } = await serveRoutes(PROFESSIONAL_ROUTES, trouble);
  return {
    browser,
    log,
    /** The accounts that were created. */
    professionals: () => store.db.selectFrom('backend_professionals').selectAll().execute(),
    /** What the session stores, decrypted. */
    sessions: () => store.db.selectFrom('sessions').selectAll().execute(),
  };
}
