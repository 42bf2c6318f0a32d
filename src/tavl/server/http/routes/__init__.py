"""The API's routes, a module for each kind of resource."""
