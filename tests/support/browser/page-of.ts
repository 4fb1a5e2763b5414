import type { Page } from '~/components/page/page-context';
import { links } from '~/settings/links';
import { readTable } from '~/settings/setting';

/** Returns page data for rendering a single component. */
export function pageOf(some: Partial<Page>): Page {
  return {
    language: 'en',
    path: '/step1',
    address: '/app/join/step1',
    brandName: 'Evenkeel',
    logo: null,
    favicon: { address: '/app/join/favicon.svg', mediaType: 'image/svg+xml' },
    supportEmail: 'support@example.com',
    supportPhones: { US: '1-800-555-0199', NZ: '0800 555 019', AU: '1800 555 019', UK: '0808 157 0192' },
    links: readTable(links, {}).values,
    stylesheet: () => '',
    developmentScript: null,
    scripts: null,
    mark: null,
    isDemo: false,
    isTestSite: false,
    showsDemoPage: false,
    journeyBase: '',
    progressSteps: [],
    country: null,
    keptForMinutes: null,
    keptFor: null,
    hasAnalyticsChoice: true,
    asksForAnalytics: false,
    hasPaid: false,
    deletesOnExit: true,
    progressStep: null,
    hasErrors: false,
    hasDialog: false,
    isLanguageChosen: false,
    reference: 'a1b2c3d4',
    ...some,
  };
}
