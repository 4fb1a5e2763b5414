/** Our stand-in for the frame that `braintree-web`'s wallets wait for: it reports that it is ready. */
import Framebus from 'framebus';

const channel = window.name.replace('dispatch_', '');
new Framebus({ channel }).emit('frameService:DISPATCH_FRAME_READY');
