import { describeComingBack } from '~tests/upgrade/come-back';

describeComingBack('baseline', 'Postgres');
