/** Installs the editors that `npm run test:editors` drives, so that CI can do it while other tests run. */
import { setUpEditors } from './editors.mjs';

setUpEditors();
