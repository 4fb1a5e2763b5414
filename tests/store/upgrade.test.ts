import { describeComingBack } from '~tests/upgrade/come-back';

describeComingBack('0.1', 'Postgres');
