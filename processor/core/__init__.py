"""What every game shares: matches, orders, rulings, dice and the calendar. Values in, values out."""
