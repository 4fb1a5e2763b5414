/** The frame that a wallet of the real `braintree-web` waits for before it is ready. Ours, as hosted-fields-frame.ts is: it says so. */
import Framebus from 'framebus';

const channel = window.name.replace('dispatch_', '');
new Framebus({ channel }).emit('frameService:DISPATCH_FRAME_READY');
