import { it } from 'vitest';
import { startBesideASilentGateway } from '~tests/servers/silent-start';

it(
  'serves pages at once despite a hundred unknown payments and an unresponsive gateway, and settles them when it responds',
  {
    timeout: 240_000,
  },
  startBesideASilentGateway,
);
