// A player's page: what can be done about that player.

import { bindBlockingAndReporting } from "../account/blocking-and-reporting.js";

bindBlockingAndReporting();
document.documentElement.dataset.ready = "true";
