"""Why a decision was right or wrong: phases, take points, reasons and their sentences."""
