// A player's page: what can be done about that player.

import { bindManners } from "./manners.js";

bindManners();
document.documentElement.dataset.ready = "true";
