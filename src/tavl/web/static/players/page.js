// A player's page: what can be done about that player.

import { bindManners } from "../account/blocking-and-reporting.js";

bindManners();
document.documentElement.dataset.ready = "true";
